/** /users/confirm-location/:token: the person says that the sign-in from a new place was theirs. */
import { LocationPanel } from '../../../parts/location-panel.tsx'

export default function ConfirmLocationScreen() {
  return <LocationPanel answer="confirm" />
}
