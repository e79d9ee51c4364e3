/** /terms-and-conditions: terms of the customer contract (SHELL-03). */
import { PolicyPage } from '../../parts/policy/policy-page.tsx'

export default function TermsScreen() {
  return <PolicyPage slug="terms-and-conditions" />
}
