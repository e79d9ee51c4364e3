/**
 * The domains, from the lowest to the highest, with their modules: a module is in `server/src/domains/<domain>/<module>`. A domain imports
 * itself and those before it, and never one after it.
 */
export const DOMAINS = {
  reference: ['parameters', 'configuration', 'notifications'],
  customers: ['identity', 'kyc', 'risk', 'limits', 'alerts', 'policies', 'privacy', 'retention'],
  money: ['ledger', 'payments', 'crypto', 'trading', 'pricing', 'treasury', 'reconciliation', 'movements', 'wallets', 'blockchain'],
  compliance: ['compliance', 'monitoring', 'screening', 'blocklist', 'conversations', 'regulatory', 'deadlines'],
  backoffice: ['staff', 'reports'],
}

/** Folder of a module, from the root of the repository. */
export const folderOf = (module) => {
  const domain = Object.keys(DOMAINS).find((name) => DOMAINS[name].includes(module))
  return `server/src/domains/${domain}/${module}`
}

/**
 * Allowed dependencies between modules (architecture: call down, announce up). This is the only place; `.dependency-cruiser.mjs` enforces
 * it. All modules may use `parameters` and `notifications`; `reports` imports no module and reads the views that owners publish.
 */
export const ARROWS = {
  identity: ['policies'],
  ledger: [],
  pricing: [],
  parameters: [],
  configuration: [],
  notifications: [],
  policies: [],
  reports: [],
  retention: ['identity'],
  staff: ['identity'],
  alerts: ['identity', 'configuration'],
  kyc: ['identity'],
  risk: ['kyc', 'identity', 'alerts', 'configuration'],
  limits: ['kyc', 'identity', 'risk', 'configuration'],
  payments: ['limits', 'ledger'],
  blockchain: ['ledger'],
  trading: ['blockchain', 'limits', 'ledger', 'pricing'],
  reconciliation: ['ledger', 'blockchain', 'payments', 'trading', 'crypto', 'identity', 'treasury'],
  treasury: ['ledger', 'blockchain', 'identity'],
  crypto: ['blockchain', 'limits', 'ledger', 'pricing', 'trading'],
  wallets: ['ledger', 'pricing'],
  blocklist: ['kyc', 'risk', 'alerts', 'screening'],
  screening: ['kyc', 'identity', 'risk', 'alerts', 'configuration'],
  monitoring: ['alerts', 'limits', 'screening'],
  movements: ['ledger', 'kyc', 'pricing'],
  privacy: ['identity'],
  conversations: ['kyc', 'identity', 'risk', 'alerts', 'configuration'],
  deadlines: ['configuration', 'identity', 'alerts', 'conversations'],
  regulatory: ['identity', 'kyc', 'alerts', 'movements', 'retention'],
  compliance: ['kyc', 'identity', 'limits', 'risk', 'screening', 'alerts', 'configuration', 'deadlines'],
}
export const OPEN_TO_ALL = ['parameters', 'notifications']

/**
 * Modules that are divided inside: a folder `core` (stores, rules, tokens: shared by all flows) and one folder a flow. A flow imports the
 * core and never another flow; the core imports no flow; the files next to them compose the flows.
 */
export const MODULES_OF_FLOWS = ['identity', 'kyc']
