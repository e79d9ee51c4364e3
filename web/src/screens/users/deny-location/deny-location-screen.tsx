/** /users/deny-location/:token: the person reports a sign-in from a new place as not their own. */
import { LocationPanel } from '../../../parts/location-panel.tsx'

export default function DenyLocationScreen() {
  return <LocationPanel answer="deny" />
}
