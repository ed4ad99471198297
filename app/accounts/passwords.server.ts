import { hash, verify } from '@node-rs/argon2'

/** OWASP's parameters for argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, cost)

const nobody = hashPassword('the password of nobody')

/** Takes the same time whether there is a hash to compare with or not. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string) {
  const isRight = await verify(passwordHash ?? (await nobody), password)
  return isRight && Boolean(passwordHash)
}
