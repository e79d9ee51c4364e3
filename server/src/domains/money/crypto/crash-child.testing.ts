/**
 * Separate process started by crypto.test.ts and disputes.test.ts: follows the chain until it is killed, or kills itself at FAULT_AT. With
 * a request it first approves that as a second officer.
 */
import { PERMISSIONS } from '@tunjo/contract/permissions'
import { newId } from '../../../platform/database/ids.ts'
import { createTestCrypto } from './testing.ts'

const { connection, env, request } = JSON.parse(process.argv[2] ?? '')
const { approvals, crypto } = createTestCrypto(connection, env)
process.stdout.write('started\n')
if (request) {
  const caller = { accountId: newId(), sessionId: newId(), authorities: ['ROLE_ADMIN'], permissions: PERMISSIONS }
  const given = { caller, params: { id: request }, body: { note: 'Vimos la red.' }, http: { ip: '::1', headers: {} } }
  await approvals.routes.find(({ name }) => name === 'approve')?.handle(given as never)
}
for (;;) await crypto.follow()
