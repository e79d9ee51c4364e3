/** /sarlaft-policy: Money-laundering and terrorism-financing policy (SHELL-03). */
import { PolicyPage } from '../../parts/policy/policy-page.tsx'

export default function SarlaftPolicyScreen() {
  return <PolicyPage slug="sarlaft-policy" />
}
