/**
 * The texts that customers accept: terms, data policy, SARLAFT policy. Each version is one Markdown file in `texts/<slug>/`. A new
 * version of the terms or the data policy also changes `TERMS_VERSION` or `DATA_POLICY_VERSION` of the contract, which sign-ups accept.
 *
 * Invariants: a published version never changes, since people accepted its words; page, HTML and PDF come from the same file; a
 * text with anything but headings, paragraphs, lists, emphasis and our kinds of links stops the boot. Emits no events.
 */
export { createPolicies } from './create-policies.ts'
