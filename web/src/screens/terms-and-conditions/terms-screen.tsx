/** /terms-and-conditions: What a customer agrees to (SHELL-03). */
import { PolicyPage } from '../../parts/policy/policy-page.tsx'

export default function TermsScreen() {
  return <PolicyPage slug="terms-and-conditions" />
}
