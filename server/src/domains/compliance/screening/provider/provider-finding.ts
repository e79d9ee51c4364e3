/** The provider of background checks as an operator's check sees it: asked for a check that does not exist, which costs nothing. */
import { type Finding, findingOf, ok } from '../../../../platform/observability/finding.ts'
import type { Environment } from '../../../../platform/process/settings.ts'
import { callProvider } from './http.ts'
import { readTusdatosSettings } from './settings.ts'
import { basicAuthorization, type TusdatosSettings } from './tusdatos.ts'

const CHECK = 'background checks'
const UNKNOWN_JOB = '00000000-0000-0000-0000-000000000000'
const MAX_ANSWER_BYTES = 100_000

export async function checkProviderFinding(env: Environment, given: { profile: 'demo' | 'production' }): Promise<Finding> {
  const provider = providerOf(env, given)
  if (provider === null)
    return ok(CHECK, 'TUSDATOS_URL, TUSDATOS_USER and TUSDATOS_PASSWORD are not all set here: only the worker has them.')
  const host = new URL(provider.url).host
  const asked = async () => {
    const call = { authorization: basicAuthorization(provider), timeoutMs: provider.timeoutMs, maxBytes: MAX_ANSWER_BYTES }
    await callProvider(`${provider.url}/api/results/${UNKNOWN_JOB}`, call).catch((error: Error) =>
      Promise.reject(new Error(`${host} does not take TUSDATOS_USER and TUSDATOS_PASSWORD: ${error.message}`)),
    )
    return `${host} takes TUSDATOS_USER and TUSDATOS_PASSWORD.`
  }
  return findingOf(CHECK, asked, 'Compare TUSDATOS_URL and the credentials with those of your account at the provider.')
}

/** Null also where the settings are wrong, which is a finding of its own. */
function providerOf(env: Environment, given: { profile: 'demo' | 'production' }): TusdatosSettings | null {
  try {
    return readTusdatosSettings(env, given).provider
  } catch {
    return null
  }
}
