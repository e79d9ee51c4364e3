/** Chains of real value, on which `tunjo deploy-chain` begins only with `--yes`. */
import { CommandRefused } from '../../platform/process/command-refused.ts'

/** Ids that development tools take by default. */
const OF_TOOLS: readonly number[] = [1337, 31_337]

/** @throws CommandRefused for a known chain that is no test network */
export async function refuseRealChain(chainId: number, isConfirmed: boolean): Promise<void> {
  if (isConfirmed || OF_TOOLS.includes(chainId)) return
  // Hundreds of chains, which only this command reads.
  const known = Object.values(await import('viem/chains')).find((chain) => chain.id === chainId && !chain.testnet)
  if (known)
    throw new CommandRefused(
      `Chain ${chainId} is ${known.name}, where value is real and these tokens have none: name a test network or a chain of your own, or add --yes.`,
    )
}
