import type { VCardVersion } from '~/data/exports/vcard-lines'
import type { CardLine } from './card.server'

/**
 * The text of a property for a card of another version. Names, groups and other parameters are the same in both, and readers
 * pass over what they do not know; only binary values are written in another way.
 */
export function converted({ property, text }: CardLine, from: VCardVersion, to: VCardVersion) {
  if (from === to || !property.data) return text
  const { name, group, params } = property
  const start = group ? `${group}.${name}` : name
  const data = Buffer.from(property.data).toString('base64')
  const [type = ''] = params.get('TYPE') ?? []
  if (to === '4.0') return `${start}:data:${mediaType(name, type)};base64,${data}`
  const [, written = ''] = /:data:[^;,]*\/([\w.+-]+)[;,]/i.exec(text) ?? []
  return `${[start, 'ENCODING=b', ...(written ? [`TYPE=${written.toUpperCase()}`] : [])].join(';')}:${data}`
}

const rooms: Record<string, string> = { PHOTO: 'image', LOGO: 'image', SOUND: 'audio', KEY: 'application' }

const mediaType = (name: string, type: string) =>
  type.includes('/')
    ? type.toLowerCase()
    : `${rooms[name] ?? 'application'}/${type.toLowerCase() || 'octet-stream'}`
