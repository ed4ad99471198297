import type { FieldMetadata } from '@conform-to/react'
import { useState } from 'react'
import { TextField } from '~/base/components/field'
import { budLabels } from './bud-fields'
import { readTags, tagKey, tagLength, tagLimit } from './tags'

type Props = {
  field: FieldMetadata<string>
  /** The tags of the account. */
  choices: readonly string[]
}

/** Tags with commas between them. The browser suggests those of the account for the one that is typed. */
export function TagsField({ field, choices }: Props) {
  const [text, setText] = useState(String(field.initialValue ?? ''))
  const listId = `${field.id}-choices`
  const before = text.slice(0, text.lastIndexOf(',') + 1)
  const chosen = new Set(readTags(before).map(tagKey))
  return (
    <div onInput={({ target }) => setText((target as HTMLInputElement).value)}>
      <TextField
        label={budLabels.tags}
        field={field}
        help="With commas between them: Book club, Climbing"
        maxLength={tagLimit * (tagLength + 2)}
        list={listId}
        autoComplete="off"
      />
      <datalist id={listId}>
        {choices
          .filter((tag) => !chosen.has(tagKey(tag)))
          .map((tag) => (
            <option key={tag} value={before ? `${before} ${tag}` : tag} />
          ))}
      </datalist>
    </div>
  )
}
