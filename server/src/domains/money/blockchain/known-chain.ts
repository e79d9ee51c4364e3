/** Identity of the chain, kept in the database: the first block, one block that has to stay, and the newest block seen. */
import { sql } from 'kysely'
import type { GuardedNode } from '../../../chain/client.ts'
import { guardedNode } from '../../../chain/client.ts'
import type { ChainDeployment } from '../../../chain/deployment.ts'
import type { ChainMemory, KnownChain } from '../../../chain/node-guard.ts'
import { type Database, databaseErrorCode } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { ChainSettings } from './config.ts'

interface NodeContext {
  readonly db: Database
  readonly log: Log
  readonly deployment: ChainDeployment
  readonly settings: Pick<ChainSettings, 'recheckBlocks'>
}

/** `role` for the log: which node, and which process asks it. A process without the right to write only reads the known chain. */
export function createGuardedNode(
  context: NodeContext,
  rpcUrl: string,
  { role, mayWrite }: { role: string; mayWrite: boolean },
): GuardedNode {
  const { db, log, deployment, settings } = context
  const known = chainMemory(db, deployment.chainId)
  return guardedNode(rpcUrl, {
    deployment,
    finalDepth: settings.recheckBlocks,
    memory: mayWrite ? known : { read: known.read, write: async () => undefined },
    onAway(reason, message) {
      const facts = { role, reason, said: message }
      // A slow or restarting node is no attack; the schedules that wait for it raise their own alarms.
      if (reason === 'no_answer') log.warn(facts, 'the node of the chain does not answer: nothing is decided until it does')
      else log.error({ securityEvent: 'chain_node_away', ...facts }, 'the node is not trusted: nothing is decided by it or sent to it')
    },
    onBack: () => log.warn({ role }, 'the node of the chain is trusted again'),
  })
}

const UNDEFINED_TABLE = '42P01'

function chainMemory(db: Database, chainId: number): ChainMemory {
  return {
    async read() {
      const found = await sql<KnownChain>`SELECT genesis_hash AS "genesisHash", block_number AS "blockNumber", block_hash AS "blockHash",
        head_number AS "headNumber" FROM blockchain.known_chain WHERE chain_id = ${chainId}`
        .execute(db)
        .catch((error: unknown) => {
          // A separate signer process may start before the process that migrates.
          if (databaseErrorCode(error) === UNDEFINED_TABLE) return { rows: [] }
          throw error
        })
      return found.rows[0] ?? null
    },
    async write({ genesisHash, blockNumber, blockHash, headNumber }) {
      await sql`INSERT INTO blockchain.known_chain AS known (chain_id, genesis_hash, block_number, block_hash, head_number)
        VALUES (${chainId}, ${genesisHash}, ${blockNumber}, ${blockHash}, ${headNumber})
        ON CONFLICT (chain_id) DO UPDATE SET block_number = excluded.block_number, block_hash = excluded.block_hash,
          head_number = excluded.head_number
        WHERE known.block_number <= excluded.block_number AND known.genesis_hash = excluded.genesis_hash`.execute(db)
    },
  }
}
