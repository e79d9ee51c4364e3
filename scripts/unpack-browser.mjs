/** Unpack the Chromium of @sparticuz/chromium into TMPDIR: the package has no other way to choose the folder (e2e/browser.ts). */
import chromium from '@sparticuz/chromium'

await chromium.executablePath()
