// The entry: whoever loads this module can write <fairdice-replay>.

import { FairdiceReplay } from "./element.js";

if (!customElements.get("fairdice-replay")) customElements.define("fairdice-replay", FairdiceReplay);
