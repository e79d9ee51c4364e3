/** /application/administrative/financial/deposits, 'Historial de depositos' (ADM-15). */
import { TokenHistory } from '../../../../../parts/token-history/token-history.tsx'

export default function DepositsScreen() {
  return <TokenHistory kind="DEPOSIT" />
}
