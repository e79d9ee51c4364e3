/**
 * Logo at the top of mails. It travels inside the mail (Content-ID, RFC 2392): readers that load no remote pictures show it too, and no
 * request reveals when a mail was opened.
 */
import { readFileSync } from 'node:fs'

export const LOGO_CID = 'mark@tunjo'
/** Drawn from web/public/favicon.svg at three times the size it is shown at. */
export const LOGO_PNG: Buffer = readFileSync(new URL('mail-mark.png', import.meta.url))
