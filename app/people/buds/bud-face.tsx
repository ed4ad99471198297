import { Form } from '@remix-run/react'
import { type ChangeEvent, type ComponentProps, Suspense, useEffect, useRef } from 'react'
import { AccountField } from '~/base/components/account-field'
import { EditLink } from '~/base/components/edit-in-place'
import { answerTo, useEditedPart } from '~/base/components/edited-part'
import { useHydrated } from '~/base/components/hydrated'
import { ActionToast, showToast } from '~/base/components/toasts'
import { initials, photoMaximum, photoTooLarge } from './bud'
import { BudPartForm } from './bud-part-form'
import { drawnFace } from './drawn-face'

type Props = Pick<ComponentProps<typeof BudPartForm>, 'bud' | 'actionData'>

/**
 * The photo of a bud, or its drawn face. A press changes the photo, as does a picture that is dropped or pasted. The
 * form that also removes it opens below the face.
 */
export function BudFace(props: Props) {
  if (useEditedPart() === 'photo')
    return (
      <div className="face">
        <Face bud={props.bud} />
        <Suspense>
          <BudPartForm part="photo" {...props} />
        </Suspense>
      </div>
    )
  return <FaceToPress {...props} />
}

/** Not in `BudFace`: when it learns that it is hydrated, React would render the form there anew. */
function FaceToPress(props: Props) {
  return useHydrated() ? (
    <PhotoDrop key={props.bud._id} {...props} />
  ) : (
    <EditLink part="photo" className="face">
      <Face bud={props.bud} />
      <span className="visually-hidden">Change photo</span>
    </EditLink>
  )
}

function Face({ bud }: Pick<Props, 'bud'>) {
  return bud.photo ? (
    <img className="badge" src={bud.photo} alt="" width="112" height="112" />
  ) : (
    <span className={`badge ${bud.Budtype} ${drawnFace(bud._id)}`} aria-hidden="true">
      {initials(bud)}
    </span>
  )
}

/** The file input lies on the face, and takes dropped files too. A picture is sent at once: 'Undo' takes it back. */
function PhotoDrop({ bud, ...props }: Props) {
  const actionData = answerTo('photo', props.actionData)
  const input = useRef<HTMLInputElement>(null)
  usePastedPicture(input)
  return (
    <Form method="post" className="face" encType="multipart/form-data" preventScrollReset>
      <AccountField />
      <ActionToast actionData={actionData} />
      <input
        type="hidden"
        name="_version"
        value={String(actionData?.result.initialValue?._version ?? bud.version)}
      />
      <input type="hidden" name="edit" value="photo" />
      <Face bud={bud} />
      <input
        ref={input}
        type="file"
        name="photo"
        id="edit-photo"
        accept="image/*"
        aria-label="Change photo"
        title="Change photo"
        onChange={send}
      />
    </Form>
  )
}

function send({ target }: ChangeEvent<HTMLInputElement>) {
  const file = target.files?.[0]
  if (!file) return
  if (file.size <= photoMaximum) return target.form?.requestSubmit()
  target.value = ''
  showToast({ type: 'error', message: photoTooLarge })
}

/** Puts a picture that is pasted outside of a field into the file input. */
function usePastedPicture(input: { current: HTMLInputElement | null }) {
  useEffect(() => {
    function paste({ clipboardData, target }: ClipboardEvent) {
      const isInField =
        target instanceof Element && target.matches('input:not([type=file]), select, textarea')
      const file = [...(clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (isInField || !file || !input.current) return
      const files = new DataTransfer()
      files.items.add(file)
      input.current.files = files.files
      input.current.dispatchEvent(new Event('change', { bubbles: true }))
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [input])
}
