import { useRouteLoaderData } from '@remix-run/react'
import { type MouseEvent, useRef } from 'react'
import { showToast } from '~/base/components/toasts'
import { asPickerBud, type PickerBud, selectedBudsLimit, tooManyChosen } from '~/people/buds/bud-picker'
import { addListIntent } from '~/people/lists/smart-list'

type Props = { selected: PickerBud[]; add: (...buds: PickerBud[]) => void }

/** Adds the buds of a smart list to those of a form: in the browser at once, without JavaScript by the server. */
export function ListGuests({ selected, add }: Props) {
  const select = useRef<HTMLSelectElement>(null)
  const root = useRouteLoaderData('root') as
    | { lists?: { _id: string; name: string; buds: number }[] }
    | undefined
  const lists = root?.lists ?? []
  if (lists.length === 0) return null

  async function addList(event: MouseEvent) {
    event.preventDefault()
    try {
      const found = await budsOf(select.current?.value ?? '')
      const others = found.filter(({ _id }) => selected.every((bud) => bud._id !== _id))
      if (selected.length + others.length > selectedBudsLimit) throw new Error(tooManyChosen)
      add(...others)
    } catch (error) {
      showToast({ type: 'error', message: error instanceof Error ? error.message : 'Failed to add the list' })
    }
  }
  return (
    <div className="list-guests">
      <label className="label" htmlFor="from-list">
        Buds of a list
      </label>
      <select id="from-list" className="input select" name="fromList" ref={select}>
        {lists.map(({ _id, name, buds }) => (
          <option key={_id} value={_id}>
            {name} ({buds})
          </option>
        ))}
      </select>
      <button
        type="submit"
        className="button quiet"
        name="intent"
        value={addListIntent}
        formNoValidate
        formAction="#selectedBuds"
        onClick={addList}
      >
        Add all
      </button>
    </div>
  )
}

/** The buds of a list, by name. Throws with a message for the user. */
async function budsOf(id: string) {
  const { list } = await read<{ list: { name: string; filter: string; buds: number } }>(`/api/v1/lists/${id}`)
  if (list.buds > selectedBudsLimit)
    throw new Error(`${list.name} has more than ${selectedBudsLimit} buds, the most that can be chosen`)
  const buds: PickerBud[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = new URLSearchParams({ filter: list.filter, sort: 'A-Z', limit: '100', page: String(page) })
    const found = await read<{ buds: Parameters<typeof asPickerBud>[0][]; numOfPages: number }>(
      `/api/v1/buds?${query}`,
    )
    buds.push(...found.buds.map(asPickerBud))
    pages = found.numOfPages
  }
  return buds
}

async function read<T>(url: string) {
  const response = await fetch(url)
  if (!response.ok) throw new Error('Failed to add the list')
  return (await response.json()) as T
}
