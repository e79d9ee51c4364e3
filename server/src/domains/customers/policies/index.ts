/**
 * Policies: the texts that customers accept: terms, data policy, SARLAFT policy. Each version is one Markdown file `<slug>/<version>.md`,
 * in `texts/` or in the operator's own folder.
 *
 * Invariants: a published version never changes, since people accepted its words. Page, HTML and PDF come from the same file. Every version
 * but the first is announced at least 15 days before it takes effect, with a summary of its changes. A text with anything but headings,
 * paragraphs, lists, emphasis and the allowed kinds of links stops the boot. `identity` stores the acceptances. Emits no events.
 */
export { readPoliciesSettings } from './config.ts'
export { createPolicies } from './create-policies.ts'
export type * from './types.ts'
