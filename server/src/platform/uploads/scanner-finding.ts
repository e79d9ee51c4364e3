/** Check of the malware scanner, when one is set: whether it answers. */
import { type Finding, findingOf, warning } from '../observability/finding.ts'
import type { Environment } from '../process/settings.ts'
import { readScannerAddress } from './config.ts'
import { pingScanner } from './malware.ts'

const CHECK = 'malware scanner'

export async function scannerFinding(env: Environment): Promise<Finding> {
  const address = readScannerAddress(env)
  if (!address)
    return warning(CHECK, 'CLAMAV_ADDRESS is not set: no upload is scanned.', 'Install clamd, and set CLAMAV_ADDRESS for the core.')
  const shown = 'path' in address ? address.path : `${address.host}:${address.port}`
  const next = 'Start clamd, or correct CLAMAV_ADDRESS: while it does not answer no upload is accepted.'
  const ping = async () => {
    await pingScanner(address).catch((error: Error) => Promise.reject(new Error(`clamd at ${shown} does not answer: ${error.message}`)))
    return `clamd answers at ${shown}.`
  }
  return findingOf(CHECK, ping, next)
}
