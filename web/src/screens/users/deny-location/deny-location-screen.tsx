/** /users/deny-location/:token: the person says that the sign-in from a new place was not theirs. */
import { LocationPanel } from '../../../parts/location-panel.tsx'

export default function DenyLocationScreen() {
  return <LocationPanel answer="deny" />
}
