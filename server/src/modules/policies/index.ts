/**
 * Policies: the texts that customers accept: terms, data policy, SARLAFT policy. Each version is one Markdown file `<slug>/<version>.md`, in
 * `texts/` or in the operator's own folder.
 *
 * Invariants: a published version never changes, since people accepted its words; page, HTML and PDF come from the same file; every
 * version but the first is announced at least 15 days before it holds, and says what changed; a text with anything but headings,
 * paragraphs, lists, emphasis and our kinds of links stops the boot. Who accepted what is known to `identity`. Emits no events.
 */
export { createPolicies } from './create-policies.ts'
export type * from './types.ts'
