// The page of a session, and the big screen.

import { follow } from "./league_live.js";
import { show } from "./regions.js";

follow(show);
