/** Policies as other modules and the PDF see them. */
import type { PolicySlug } from '@tunjo/contract/policies'
import type { MountedModule } from '../../../platform/module.ts'

/** A piece of text in one style. */
export interface Run {
  readonly text: string
  readonly isBold: boolean
  readonly isItalic: boolean
  /** An internal path, `https:` or `mailto:`. */
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
  /** Announced to customers since. Without it for the first version only. */
  readonly announced?: string | undefined
  /** Changes against the version before, in a sentence or two. */
  readonly changes?: string | undefined
  readonly blocks: readonly Block[]
}

/** A version as other modules know it. */
export interface Edition extends Pick<PolicyVersion, 'slug' | 'version' | 'title' | 'date'> {
  /** Empty for the first version. */
  readonly changes: string
}

export interface Policies extends MountedModule {
  /** Version that customers accept now. */
  inForce(slug: PolicySlug): Edition
  /** Announced, and not yet in force. */
  upcoming(slug: PolicySlug): Edition | null
}
