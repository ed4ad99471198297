import { generateKeyPairSync, sign } from 'node:crypto'

/** Encodes a value of ASN.1 (X.690). */
function der(tag: number, ...parts: Buffer[]) {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const set = (...parts: Buffer[]) => der(0x31, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const integer = (n: number) => der(0x02, Buffer.from([n]))
const time = (text: string) => der(0x18, Buffer.from(text))

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))

/** A name whose unit is the one that the format `packed` requires. */
const name = sequence(
  ...Object.entries({
    '550406': 'GB',
    '55040a': 'Nobody',
    '55040b': 'Authenticator Attestation',
    '550403': 'Device',
  }).map(([type, value]) => set(sequence(oid(type), der(0x0c, Buffer.from(value))))),
)

/** Not that of an authority. */
const basicConstraints = sequence(oid('551d13'), der(0x04, sequence()))

/** A valid attestation of the format `packed`, with a certificate that its own key has signed. */
export function createAttestation() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const certified = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    name,
    sequence(time('20000101000000Z'), time('20990101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(basicConstraints)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', certified, privateKey))
  const certificate = sequence(certified, ecdsaWithSha256, signature)
  return (signed: Buffer) => ({
    fmt: 'packed',
    attStmt: { alg: -7, sig: sign('sha256', signed, privateKey), x5c: [certificate] },
  })
}
