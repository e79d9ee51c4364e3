/** /users/confirm-location/:token: the person confirms a sign-in from a new place as their own. */
import { LocationPanel } from '../../../parts/location-panel.tsx'

export default function ConfirmLocationScreen() {
  return <LocationPanel answer="confirm" />
}
