"""What people say in the long session: remarks, and the talk between user and agent."""

# What people said when asked; each once.
REMARKS = """
    I only park things there when the dock is full, ask anyone. | The scanner beeps twice and then forgets me, like my landlord.
    We count those on Fridays, if Friday lets us. | That aisle has had three owners since Easter, and none of them liked it.
    If it helps, my tally in the red notebook says the same as yours. | The driver was in a hurry and so was the rain.
    I thought the blue tape meant done, and it turns out that it meant wait. | You are the first to ask in two years, honestly.
    Please tell the office that the new gloves do not work on a touch screen. | They arrived on my birthday, so I remember the pallet.
    Nobody told the weekend crew about the new bay numbers. | It was me, I signed for it and then the phone rang.
    Check under the stairs, that is where lost things meet. | The label printer eats every fifth one, I have a collection.
    My predecessor kept a second list, which I would love to find. | Two of them went to the canteen, with permission, for the kettle.
    We never had that many, whatever the computer dreams of. | The forklift cannot reach level five any more since its mast was mended.
    I moved them back yesterday, so either I am wrong or they walk. | That supplier counts in dozens and thinks in tens.
    Could you ask again after lunch, when the person who knows is here? | The camera over that bay shows the ceiling, very nicely.
    We swapped the signs in August for the tour with the investors. | The tray stayed in the studio because the photographer liked it.
    I do not open boxes that hum. | Ask about the key, not about the goods, the key is the story.
    There is a leak, there was always a leak, it moves with the seasons. | My handwriting, my fault, it is a seven.
    Those belong to the order from the lighthouse hotel that nobody fetched. | The old system let me do it, so I did.
    I would rather show you than tell you, bring a torch. | It fell, nothing broke, I put it back and said a prayer.
    """
REMARKS = [remark.strip() for remark in REMARKS.replace("\n", "|").split("|") if remark.strip()]

# For each site: its code, town and aisles; how the user opens it; questions on the way with their answers; and the
# question and answer that close it. Answers may use the figures of the session.

SITES = [
    ("JOL", "Joliet", "BCDF", (
        "We begin the yearly audit with Joliet, aisles B, C, D and F. Count every bay, tell me only what is wrong. Corrections above 25 pieces always need my yes, and never ring the night shift: they sleep until two in the afternoon.",
        "Starting in Joliet. I count two to four bays at a time, speak up only on a finding, hold whatever exceeds 25 pieces for you, and leave the night shift in peace."),
     [("How do you count what is shrink-wrapped? Last year's contractor guessed.",
       "By weight and by layer: the pallet scale gives the sum, a photograph from above the pattern, and where the two disagree I ask for the wrap to be opened."),
      ("The auditor wants money, not pieces. Use the standard price, net.",
       "From here on each difference is valued at the standard price, net, and rounded to the cent. So far that makes {value} dollars of absolute deviation."),
      ("Lunch. What's the oddest thing up to now?",
       "The {worst} at {worst_shelf}, measured in money. Measured in charm, a paper bag with forty unused time cards behind the second upright.")],
     ("That's Joliet. Give me the summary in three sentences.",
      "Joliet is through: {shelves} bays, {findings} findings, {short} of them shortages and {over} surpluses. The absolute deviation is {value} dollars, with the {worst} in front. Most causes are bookings that were begun and not finished, hardly any are losses.")),
    ("RNO", "Reno", "AHK", (
        "Reno next. Aisle G is being repainted, so leave it out entirely: A, H and K only. And be gentle in K, that's all glass.",
        "Reno with A, H and K; aisle G stays untouched. For the glass I let the drone fly half a metre higher and ask people to lift instead."),
     [("Who signed for the heat in there? It was 38 when I visited in August.",
       "Nobody did. The sensors are read by facilities, but no limit is set for the ambient aisles; I will note every reading above 22 next to the goods it concerns."),
      ("The site manager says you slow down the pickers.",
       "I looked at it: I crossed their path nine times in the last hour. From now on I count against the direction of picking, which costs me a few minutes and them nothing."),
      ("Is there anything here that has to be settled today?",
       "Only what concerns people's safety or health: open bays with too much load, and lots under recall. Of the {findings} findings in Reno so far the rest can wait for Monday.")],
     ("Close Reno, please. Money first.",
      "{value} dollars of deviation over {shelves} bays in Reno, from {findings} findings. Shortages {short}, surpluses {over}. The {worst} weigh heaviest; aisle G is marked as not counted, on your instruction.")),
    ("ALN", "Allentown", "BDEJ", (
        "Allentown: B, D, E, J. They've got a new manager since May, Ms. Whitlock, who should hear good news too, not only faults.",
        "Allentown it is, and I will collect what is exemplary for Ms. Whitlock along with what is not."),
     [("Found anything nice for her yet?",
       "Yes: the lanes in aisle D are turned so that old lots come first without anyone thinking, and the returns crates are emptied daily. I have photographed both for the other sites."),
      ("My boss asks whether the drone films employees. It must not.",
       "It does not: the lens points at the bay, faces are blurred on board before a picture is stored, and all pictures are deleted after ninety days. The works council has that in writing."),
      ("I'm in meetings until four. Park whatever needs me.",
       "Parked until four: large corrections, and every case in which a person might be blamed.")],
     ("Back. Allentown's verdict?",
      "Allentown is a tidy house, whatever its {findings} findings in {shelves} bays and its {value} dollars suggest. There were {short} shortages and {over} surpluses, the {worst} being the largest. Ms. Whitlock's lanes deserve imitation.")),
    ("SAV", "Savannah", "CFM", (
        "Savannah, aisles C, F, M. The last hurricane spared them by forty miles, so look at everything near the floor twice.",
        "In Savannah I look at level one of each bay twice, once for numbers and once for water."),
     [("Insurance wants to know how high the lowest pallets stand.",
       "Eleven centimetres on average, as the old wooden pallets do. The flood line painted in 2019 stands at thirty, so every level one would be wet."),
      ("Could we move textiles up a level before June? Budget is 4,000 at most.",
       "It needs about 140 pallet moves at eighteen dollars, so 2,520, plus 600 for new labels: within your 4,000. I would begin with aisle M, next to the river gate."),
      ("Do it only after the inventory, else the counts get mixed up. Remind me.",
       "I keep that as a reminder for the day after Savannah is closed, and move nothing until then.")],
     ("So, Savannah?",
      "Savannah shows {findings} findings over {shelves} bays, {short} short and {over} over, {value} dollars in all. Dearest are the {worst}. And the reminder you asked for: textiles may go up a level from tomorrow on, about 3,120 dollars.")),
    ("TAC", "Tacoma", "ABGL", (
        "Tacoma. A, B, G, L. The union agreement there says no counting between noon and one, stick to it.",
        "No counting in Tacoma between noon and one; I use the hour to compare ledgers, which needs no one's aisle."),
     [("Why did the ledger comparison of aisle G stop?",
       "Because two ledgers claim aisle G, ours and that of the tenant who left in October. I treat ours as valid and list what only the tenant's knows."),
      ("The tenant says 3 pallets are theirs. Don't let anyone take them.",
       "The three pallets are blocked under your name, with the reason 'ownership disputed', and the gate has been told."),
      ("Legal answered: give back one, keep two. The one with green straps.",
       "The green-strapped pallet is released to the tenant against signature, the two others remain blocked until legal says more.")],
     ("Finish Tacoma.",
      "Tacoma is closed with {shelves} bays and {findings} findings. Shortages {short}, surpluses {over}, {value} dollars apart from the ledger. The {worst} led the list, and two disputed pallets stay under lock.")),
    ("ELP", "El Paso", "DHN", (
        "El Paso now, D, H and N. Half the crew prefers Spanish, so write tickets in both languages there.",
        "Tickets in El Paso carry both languages, the Spanish text first. My reports to you remain in English."),
     [("Is customs stock in N? That's bonded, you can't correct it.",
       "Row N holds bonded goods from bay forty upwards. Those I only count and report; each correction there belongs to the customs broker."),
      ("The broker wants the bonded counts by six, as a table.",
       "She will have them by half past five: bay, article, lot, counted, declared, difference, and the seal number of each cage."),
      ("One of the pickers, Zapata, found a better route. Can we use it?",
       "We can, and I do: up the odd bays, down the even ones. It saves a third of the way, so I noted Zapata as its inventor.")],
     ("El Paso done? Anything for the broker beyond the table?",
      "El Paso is done: {shelves} bays, {findings} findings, {short} shortages, {over} surpluses, {value} dollars. For the broker there is nothing beyond the table, since every seal was whole. The {worst} are what I would look at again in autumn.")),
    ("DUL", "Duluth", "ACK", (
        "Duluth, rows A, C, K. It's freezing, and batteries die fast: plan for charging, and mind the ice on the ramp.",
        "I plan twenty minutes of charging after every forty in Duluth, and keep off the ramp altogether."),
     [("The heating in K failed over the weekend. What could have frozen?",
       "Whatever holds water: descalers, enzymes, vinegars and curds. I open one of each lot and look for broken seals or flakes before I count on."),
      ("Throw out what's cracked, but keep the lot numbers.",
       "Cracked goods go to the grey container, and their lots stand in a list with photographs so that the insurer can follow."),
      ("How far are you? I have to book your flight cases to Mobile.",
       "About two thirds through Duluth, {shelves} bays so far. The cases can leave on the evening truck.")],
     ("Sum up Duluth, and be frank about the cold.",
      "Duluth: {findings} findings in {shelves} bays, {value} dollars, of which {short} shortages and {over} surpluses. The {worst} stand out. Frankly, row K should not hold liquids between November and April, heating or no heating.")),
    ("MOB", "Mobile", "BEP", (
        "Mobile: B, E, P. Smallest crew, oldest scanners. Treat every misread as a scanner problem before you call it a loss.",
        "In Mobile I scan with my own reader first, and compare with theirs only to learn which of their devices err."),
     [("Which scanners should we replace? I've money for four.",
       "Numbers 3, 7, 8 and 12: they confuse one with seven on worn labels and drop the last digit in sunlight. The others err no more than mine."),
      ("Don't tell the crew it was a test, they'd feel spied on.",
       "I wouldn't call it a test either: the readings came from the goods, not from the people, and no name is stored with a device."),
      ("P is full of Christmas returns. Is it worth counting them at all?",
       "Worth it, though not piece by piece: I weigh the crates and sample every tenth, which gives the value to within four percent.")],
     ("Mobile's result, in plain words.",
      "In plain words, Mobile misread more than it lost. {findings} findings in {shelves} bays, {short} short, {over} over, {value} dollars. Once the scanners are new, the {worst} would probably have come out right.")),
    ("BNG", "Bangor", "CDH", (
        "Last one, Bangor, C, D, H. It closes in June, so everything found there decides what gets shipped and what gets sold off.",
        "For Bangor I add a verdict to every finding: ship, sell or scrap."),
     [("What's the cheapest way to empty level five? There's no lift truck any more.",
       "A rented reach truck for two days, 640 dollars, against eleven evenings by ladder. The ladder would also be against your own rules."),
      ("The town library asked for shelving. Can we donate what's left standing?",
       "The uprights in C and D are sound and may go; those in H have two bent feet and should be scrapped. A donation needs the signature of finance."),
      ("Finance signed. Earmark C and D for them, nothing else.",
       "C and D are earmarked for the library, H for scrap, and neither leaves before its bays are empty.")],
     ("Close Bangor, and then we're through, aren't we?",
      "Bangor gave {findings} findings in {shelves} bays, {short} shortages, {over} surpluses and {value} dollars, the {worst} first among them. With it all nine houses are counted, and one request of mine is still open: the large correction that I put before you in Savannah.")),
]

SYSTEM = """You audit the stock of Harbor Goods, site by site. Tools: count_shelf, movement_history, lot_info, ask_staff, adjust_stock, move_stock, quarantine_lot, open_ticket, print_labels, release_reservation, sort_task, request_approval.
Report findings, not routine. Name the bay and the article, say what you believe to be the reason, and what you do about it. Blame no one."""
FAREWELL = (
    "Put the nine sites into one line each for the board, worst first, and say what you would do differently next year.",
    "By deviation in dollars, worst first: {ranking}. Next year I would count the sites with new master data first, ask for booked transfers to be closed the day before, and begin in the coldest month with the coldest house.")
