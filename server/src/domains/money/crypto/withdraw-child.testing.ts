/**
 * Separate process started by withdrawals.test.ts and undelivered.test.ts: does one step of a withdrawal and completes it, or kills itself
 * at FAULT_AT. The step: request it, cancel it, release it as a second officer, or follow one that the chain dropped.
 */
import { PERMISSIONS } from '@tunjo/contract/permissions'
import { newId } from '../../../platform/database/ids.ts'
import { createTestCrypto } from './testing.ts'

const { connection, env, customer, id, step = 'ask', recipient, request, word } = JSON.parse(process.argv[2] ?? '')
const { approvals, blockchain, call, crypto, start } = createTestCrypto(connection, env)
if (step === 'ask')
  await call('transferUSDT', customer, { operation: { id, hash: 'hash', isKeyless: false }, body: { amount: 10_000_000n, recipient } })
if (step === 'cancel') await call('cancelWithdrawal', customer, { params: { id } })
if (step === 'approve') {
  const caller = { accountId: newId(), sessionId: newId(), authorities: ['ROLE_ADMIN'], permissions: PERMISSIONS }
  const given = { caller, params: { id: request }, body: { note: 'Revisamos el destino.' }, http: { ip: '::1', headers: {} } }
  await approvals.routes.find(({ name }) => name === 'approve')?.handle(given as never)
}
if (step === 'undelivered') {
  Object.assign(blockchain, { chainResult: async () => word })
  await crypto.followUndelivered()
}
start()
for (;;) await crypto.send()
