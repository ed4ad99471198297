import type { ReactNode } from 'react'

/** A part of a text that is read from top to bottom; its id is where a link to it leads. */
export type TextSection = { id: string; title: string; body: ReactNode }
