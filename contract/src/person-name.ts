/** Names of people as in their documents; the form and the server share the rule (KYC-06). */
import { plainLine } from './plain-text.ts'

/** Characters that keyboards and word processors insert for an apostrophe and a hyphen. */
const APOSTROPHES = /[´`‘’ʹʻʼʽˈ′＇]/g
const HYPHENS = /[‐‑‒–—―−﹣－]/g

export const foldNameSigns = (name: string): string => name.replace(APOSTROPHES, "'").replace(HYPHENS, '-')

export const personName = (maximum: number) => plainLine({ maximum }).overwrite(foldNameSigns)

/** Two or more words of letters. */
const FULL_NAME = /^\p{L}[\p{L}\p{M}'.-]*(\s+[\p{L}\p{M}'.-]+)+$/u

export const isFullName = (name: string): boolean => FULL_NAME.test(foldNameSigns(name.trim()))
