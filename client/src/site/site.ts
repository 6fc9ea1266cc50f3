/** The site's small enhancements. Every page works without them, as far as a page can. */
import "../styles/site.css";
import { startBrackets } from "./bracket.ts";
import { startCountdowns } from "./countdown.ts";
import { startDay } from "./day.ts";
import { startDraw } from "./draw.ts";
import { onClick } from "./events.ts";
import { startForms } from "./forms.ts";
import { startLive } from "./live.ts";
import { startPreferences } from "./preferences.ts";
import { startProjector } from "./projector.ts";
import { startRequests } from "./requests.ts";
import { startSharing } from "./sharing.ts";
import { startSheets } from "./sheets.ts";

startPreferences();
startRequests();
startSharing();
startSheets();
startForms();
startLive();
startCountdowns();
startDay();
startBrackets();
startProjector();
startDraw();
onClick("[data-print]", () => window.print());
for (const element of document.querySelectorAll<HTMLElement>("[data-needs-script]")) element.hidden = false;
