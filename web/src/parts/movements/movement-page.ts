/** Officers' list that contains a movement. */
const FINANCIAL = '/application/administrative/financial'

export interface MovementPage {
  readonly to: `/${string}`
  readonly search: Readonly<Record<string, string>>
}

export function movementPage({ rail, isDeposit, id }: { rail: string | undefined; isDeposit: boolean; id: string }): MovementPage {
  if (rail === 'EXCHANGE') return { to: `${FINANCIAL}/orders`, search: { text: id } }
  if (rail === 'ERC20') return { to: `${FINANCIAL}/${isDeposit ? 'deposits' : 'withdrawals'}`, search: { transactionId: id } }
  return { to: `${FINANCIAL}/fiat`, search: { ...(isDeposit ? {} : { tab: 'withdrawals' }), transactionId: id } }
}
