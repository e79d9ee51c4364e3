/**
 * The mark that stands at the head of our mails. It travels inside the mail (Content-ID, RFC 2392): readers that load no remote pictures
 * show it all the same, and nobody learns from a request when a mail was opened.
 */
import { readFileSync } from 'node:fs'

export const MARK_CID = 'mark@tunjo'
/** Drawn from web/public/favicon.svg at three times the size it is shown at. */
export const MARK_PNG: Buffer = readFileSync(new URL('mail-mark.png', import.meta.url))
