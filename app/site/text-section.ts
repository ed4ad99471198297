import type { ReactNode } from 'react'

/** A section of a long text. Its id is the fragment of links to it. */
export type TextSection = { id: string; title: string; body: ReactNode }
