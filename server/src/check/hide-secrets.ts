/** A last guard of what `tunjo check` prints: no value of a key, whatever a library puts into its error. */
import { type Environment, settingOf } from '../platform/settings.ts'

const SHORTEST = 4
/** What the signer calls a key is a label or a place. */
const IS_SECRET = /^(?!SIGNER_).*(_KEYS?|SECRET|TOKEN|MNEMONIC)$|(PASSWORD|_PIN)$/

export function hideSecrets(text: string, env: Environment): string {
  return secretsOf(env).reduce((shown, secret) => shown.replaceAll(secret, '…'), text)
}

/** Longest first: one may be a part of another. Values in files as well. */
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

/** A password, and what a provider of nodes takes as one: the path of its address. */
function partsOf({ password, pathname, search }: URL, name: string): string[] {
  return [password, decodeURIComponent(password), ...(name.endsWith('RPC_URL') ? [pathname, search] : [])]
}
