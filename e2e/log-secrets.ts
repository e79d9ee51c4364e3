/** R36: patterns that the log of a run may not contain at any log level. */
import { CUSTOMER } from './sign-in.ts'

/** Start message of the demo with its passwords. */
const BANNER = /^ {2}Tunjo is running[\s\S]*?Stop with Ctrl\+C.*$/gm
const SECRETS = [
  /eyJ[\w-]{10,}\.[\w-]+/g, // access tokens
  /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{43}(?![\w-])/g, // refresh tokens, grants, tokens of links, signatures
  /[\w.+-]+@[\w-]+\.\w+/g, // mailboxes
  /(?:token|ticket|signature|code|id)=[\w-]{6,}/g, // queries
  new RegExp(CUSTOMER.password, 'g'),
  /Ana María|Rojas|1099888777|3001234567/g, // the demo customer's dossier
  /\b(?:12345678|98760007|7300112233)\b/g, // bank accounts
  /Key \(.*\)=|CONTEXT:|\$1 = /g, // values in errors of the database
] // biome-ignore format: one table

export const secretsIn = (log: string): string[] => SECRETS.flatMap((secret) => log.replace(BANNER, '').match(secret) ?? [])
