/** /application/administrative/financial/withdrawals, 'Historial de retiros' (ADM-15). */
import { TokenHistory } from '../../../../../parts/token-history/token-history.tsx'

export default function WithdrawalsScreen() {
  return <TokenHistory kind="WITHDRAWAL" />
}
