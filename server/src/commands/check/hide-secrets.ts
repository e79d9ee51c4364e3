/** Last guard of the output of `tunjo check`: redacts every value of a key, whatever a library puts into its error. */
import { type Environment, settingOf } from '../../platform/process/settings.ts'

const SHORTEST = 4
/** Settings of the signer named as keys are labels or places. */
const IS_SECRET = /^(?!SIGNER_).*(_KEYS?|SECRET|TOKEN|MNEMONIC)$|(PASSWORD|_PIN)$/

export function hideSecrets(text: string, env: Environment): string {
  return secretsOf(env).reduce((shown, secret) => shown.replaceAll(secret, '…'), text)
}

/** Longest first: one may be a part of another. Includes values in files. */
function secretsOf(env: Environment): string[] {
  const names = new Set(Object.keys(env).map((name) => name.replace(/_FILE$/, '')))
  const values = [...names].flatMap((name) => {
    const value = readable(env, name)
    if (value === undefined) return []
    if (URL.canParse(value)) return partsOf(new URL(value), name)
    return IS_SECRET.test(name) ? [value, ...value.split(',')] : []
  })
  return values.filter((value) => value.length >= SHORTEST).sort((a, b) => b.length - a.length)
}

function readable(env: Environment, name: string): string | undefined {
  try {
    return settingOf(env, name)
  } catch {
    return undefined
  }
}

/** Secrets in an address: its password, and its path, which providers of nodes use as a key. */
function partsOf({ password, pathname, search }: URL, name: string): string[] {
  return [password, decodeURIComponent(password), ...(name.endsWith('RPC_URL') ? [pathname, search] : [])]
}
