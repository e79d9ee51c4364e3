/** /data-policy: personal data policy (SHELL-03). */
import { PolicyPage } from '../../parts/policy/policy-page.tsx'

export default function DataPolicyScreen() {
  return <PolicyPage slug="data-policy" />
}
