import type { PolicySlug } from '@tunjo/contract/policies'

/** A piece of text in one style. */
export interface Run {
  readonly text: string
  readonly isBold: boolean
  readonly isItalic: boolean
  /** A path of ours, `https:` or `mailto:`. */
  readonly href: string | null
}
export interface Heading {
  readonly kind: 'heading'
  readonly level: number
  /** Anchor. */
  readonly id: string
  readonly text: string
}
export type Block =
  | Heading
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Run[])[] }

/** One version of one policy. */
export interface PolicyVersion {
  readonly slug: PolicySlug
  readonly version: string
  readonly title: string
  readonly summary: string
  /** `2026-01-15`, in force since. */
  readonly date: string
  readonly blocks: readonly Block[]
}
