/** The maximum of a month by verified level, from the version of the configuration that holds at a moment (KYC-18). */
import type { Connection } from '../../../platform/database/database.ts'
import type { LimitsDependencies } from './context.ts'
import { type MaximumOf, maximumsOf } from './rules.ts'

export const monthlyMaximums = async (
  { configuration }: Pick<LimitsDependencies, 'configuration'>,
  connection: Connection,
  at: Date,
): Promise<MaximumOf> => maximumsOf((await configuration.at(connection, 'limits', at)).numbers)

export async function maximumHistory(
  { configuration }: Pick<LimitsDependencies, 'configuration'>,
  connection: Connection,
): Promise<(at: Date) => MaximumOf> {
  const numbersAt = await configuration.history(connection, 'limits')
  return (at) => maximumsOf(numbersAt(at).numbers)
}
