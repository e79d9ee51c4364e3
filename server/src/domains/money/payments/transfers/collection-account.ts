/** Account that customers transfer to. An installation without one takes no transfers. */
import type { CollectionAccount } from '@tunjo/contract/bank-statements'
import type * as z from 'zod'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { CollectionSettings } from '../config.ts'
import type { PaymentsContext } from '../context.ts'

export const collectionAccount = ({ settings }: Pick<PaymentsContext, 'settings'>): CollectionSettings =>
  settings.collection ?? refuse('payments.transfers_off')

export const presentCollection = (
  { parameters }: Pick<PaymentsContext, 'parameters'>,
  { bankId, accountType, number, holder, taxId }: CollectionSettings,
): z.output<typeof CollectionAccount> => ({ bank: parameters.bank(bankId)?.name ?? '', accountType, accountNumber: number, holder, taxId })
