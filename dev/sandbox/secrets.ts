/** The keys of the simulated providers. They are public on purpose: the production profile refuses every one of them. */
export interface SandboxSecrets {
  wompi: { publicKey: string; privateKey: string; integritySecret: string; eventsSecret: string }
  payouts: { apiKey: string; userPrincipalId: string; eventsSecret: string }
  tusdatos: { user: string; password: string }
}

export const SANDBOX_SECRETS: SandboxSecrets = {
  wompi: {
    publicKey: 'pub_test_tunjo',
    privateKey: 'prv_test_tunjo',
    integritySecret: 'test_integrity_tunjo',
    eventsSecret: 'test_events_tunjo',
  },
  payouts: {
    apiKey: 'test_payouts_key_tunjo',
    userPrincipalId: 'test-principal-tunjo',
    eventsSecret: 'test_payouts_events_tunjo',
  },
  tusdatos: { user: 'test_tusdatos_tunjo', password: 'test_tusdatos_password_tunjo' },
}

/** The account that payouts leave from. */
export const ORIGIN_ACCOUNT_ID = '7d3f6a52-0000-4000-8000-000000000001'
