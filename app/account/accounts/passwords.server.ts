import { hash, verify } from '@node-rs/argon2'

/** OWASP's parameters for argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, cost)

const dummyHash = hashPassword('no account has this password')

/** Takes the same time with and without a hash, so that the response time does not reveal whether an account exists. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string) {
  const isCorrect = await verify(passwordHash ?? (await dummyHash), password)
  return isCorrect && Boolean(passwordHash)
}
