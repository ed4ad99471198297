/** `@types/negotiator` lacks `preferred`, the server's order among encodings of the same quality. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | undefined> })
    encoding(available: readonly string[], preferred: readonly string[]): string | undefined
  }
}
