// @ts-check
// The page of a session.

import { follow } from "./league_live.js";
import { show } from "./regions.js";

follow(show);
