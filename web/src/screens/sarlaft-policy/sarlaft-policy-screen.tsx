/** /sarlaft-policy: policy against money laundering and terrorism financing (SHELL-03). */
import { PolicyPage } from '../../parts/policy/policy-page.tsx'

export default function SarlaftPolicyScreen() {
  return <PolicyPage slug="sarlaft-policy" />
}
