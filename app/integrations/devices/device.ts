/** A device that has signed in, and whose records it reads and writes. */
export type Device = {
  _id: string
  name: string
  ownerId: string
  /** The IANA name of the owner's time zone. */
  zone: string
}
