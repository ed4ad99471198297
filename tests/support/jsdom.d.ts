/** The part of jsdom that the tests use. jsdom has no types. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options?: { contentType: string })
    readonly window: Window & typeof globalThis
  }
}
