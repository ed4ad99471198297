import type { ReactNode } from 'react'

/** A section of a long text. `id` is the URL fragment of the section. */
export type TextSection = { id: string; title: string; body: ReactNode }
