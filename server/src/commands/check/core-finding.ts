/** Check of the way from the web role to its core for `tunjo check`: the core answers, and takes the token that both share. */
import { limits } from '@tunjo/contract/limits'
import { management } from '@tunjo/contract/management'
import { CORE_TOKEN_HEADER } from '../../platform/http/core-access.ts'
import { type Finding, fault, ok, reasonOfCall, warning } from '../../platform/observability/finding.ts'
import { fetchWithin } from '../../platform/process/fetch-within.ts'
import { type Environment, settingOf } from '../../platform/process/settings.ts'

const CHECK = 'core'
const TIMEOUT_MS = 5_000
/** Status of a core's answer to a caller without its token. */
const HIDDEN_STATUS = 404

/**
 * Empty where no core is named: only the role web of an installation with several processes has one.
 * @param isWeb whether the check is of the web role, which needs its core; all settings together are checked before any process starts
 */
export async function coreFindings(env: Environment, isWeb: boolean): Promise<Finding[]> {
  const url = settingOf(env, 'CORE_URL')?.replace(/\/+$/, '')
  if (url === undefined) return []
  const token = settingOf(env, 'CORE_TOKEN') ?? ''
  const { host } = new URL(url)
  const next = 'Start the role core first, and let CORE_URL name its address and PORT as this machine reaches them.'
  try {
    const live = await statusOf(url + management.live.path)
    if (live !== 200) return [fault(CHECK, `CORE_URL: what answers at ${host} is no core: HTTP ${live}.`, next)]
    return [tokenFinding(host, await statusOf(url + limits.levels.path, { [CORE_TOKEN_HEADER]: token }))]
  } catch (error) {
    return [(isWeb ? fault : warning)(CHECK, `CORE_URL: no core answers at ${host}: ${reasonOfCall(error)}`, next)]
  }
}

function tokenFinding(host: string, status: number): Finding {
  if (status === HIDDEN_STATUS)
    return fault(
      CHECK,
      `The core at ${host} does not take CORE_TOKEN.`,
      'Give the roles web and core the same CORE_TOKEN, and restart both.',
    )
  if (status !== 200)
    return warning(
      CHECK,
      `The core at ${host} takes CORE_TOKEN and answers HTTP ${status}.`,
      'Look at the log of the core: it is not ready.',
    )
  return ok(CHECK, `The core at ${host} answers and takes CORE_TOKEN.`)
}

async function statusOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetchWithin(TIMEOUT_MS, url, { headers })
  await answer.body?.cancel()
  return answer.status
}
