/** Answers of the operator to the prompts of the blocks of docs/install.md, in their order. */
import { ORIGIN_ACCOUNT_ID } from '../../dev/sandbox/secrets.ts'
import type { PageBlock } from './page-blocks.ts'
import { PREPAID_COP, PROVIDER_KEYS, SITE, type Surroundings } from './surroundings.ts'

export const ADMINISTRATORS = [
  { email: 'marta@empresa.example', name: 'Marta Ruiz' },
  { email: 'nora@empresa.example', name: 'Nora Ruiz' },
] as const
const OPERATOR = 'Luz Operadora'

/** @param printed output of the blocks so far, by heading */
export function typedAnswers({ heading, script }: PageBlock, around: Surroundings, printed: ReadonlyMap<string, string>): string[] {
  if (!script.includes('read -r')) return []
  const { wompi, payouts, tusdatos } = PROVIDER_KEYS
  const pools = printed.get('Chain') ?? ''
  switch (heading) {
    case 'Secrets':
      return [
        ...[around.mailUrl, wompi.privateKey, wompi.integritySecret, wompi.eventsSecret, payouts.apiKey, payouts.userPrincipalId],
        ...[payouts.eventsSecret, tusdatos.user, tusdatos.password],
      ]
    case 'Settings':
      return [SITE, around.nodeUrl, wompi.publicKey, ORIGIN_ACCOUNT_ID]
    case 'Chain':
      return ['', '', '', '']
    case 'Capital':
      return [OPERATOR, found(pools, /--amount (\S+)/), found(pools, /--reference "([^"]+)"/), PREPAID_COP, 'Traslado 1']
    case 'Proxy':
      return [SITE]
    case 'Administrators':
      return [OPERATOR, ...ADMINISTRATORS.flatMap(({ email, name }) => [email, name])]
    default:
      throw new Error(`The walk has no answers for "${heading}".`)
  }
}

/** Links for the administrators, as the command printed them. */
export function printedLinks(output: string): { email: string; link: string }[] {
  const links = [...output.matchAll(/^https:\/\/\S+\/users\/join-team\/\S+$/gm)].map(([link]) => link)
  return ADMINISTRATORS.map(({ email }, place) => ({ email, link: links[place] ?? '' }))
}

function found(output: string, pattern: RegExp): string {
  const value = pattern.exec(output)?.[1]
  if (value === undefined) throw new Error(`The page's command printed nothing like ${pattern}.`)
  return value
}
