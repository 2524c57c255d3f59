"""What lies on the shelves, who makes it and who works there."""

GOODS = {
    "ceramic": """ramen bowls, butter bells, espresso cups, pie dishes, honey pots, rice steamers, fondue sets, salt pigs,
        olive trays, tagines, soufflé ramekins, garlic roasters, berry colanders, egg coddlers, sake flasks, spoon rests""",
    "glass": """carafes, spice jars, cake domes, measuring beakers, oil cruets, tumblers, preserving jars, tea infusers,
        vinegar bottles, punch bowls, cocktail shakers, flour canisters, sundae coupes, decanters, milk churns, cloches""",
    "metal": """skillets, stockpots, colanders, whisks, cake rings, poultry shears, saucepans, pizza peels, graters, ladles,
        roasting racks, steam baskets, potato ricers, fish kettles, mandolines, bread tins, tongs, crêpe pans""",
    "textile": """oven mitts, tea towels, aprons, table runners, picnic blankets, bread bags, pot holders, napkin sets,
        jelly straining cloths, cushion covers, hammock straps, baker's couches, market totes, knife rolls""",
    "food": """smoked salt tins, maple vinegars, chestnut purées, saffron sachets, tomato conserves, oat biscuits, fig mustards,
        cocoa powders, dried porcini, rye crispbreads, lemon curds, buckwheat flours, chili oils, nougat bars""",
    "chemical": """descalers, lamp oils, silver polishes, oven cleaners, butcher-block oils, firelighters, citronella candles,
        grill degreasers, gas cartridges, wood waxes, drain enzymes, stove blackings""",
    "electric": """immersion blenders, kettles, waffle irons, kitchen scales, coffee grinders, food dehydrators, hot plates,
        vacuum sealers, milk frothers, induction hobs, slow cookers, rice cookers, camp lanterns, probe thermometers""",
    "wood": """cutting boards, rolling pins, pepper mills, salad servers, dough bowls, knife blocks, bread boxes, honey dippers,
        spätzle boards, butter paddles, cheese boards, folding stools, sushi presses, mortar sets""",
}
SHADES = "cobalt, ivory, slate, amber, rust, moss, plum, coral, charcoal, mint, sand, indigo, copper, pearl".split(", ")
PEOPLE = """Abioye, Bergström, Castellanos, Dufresne, Eastman, Farouk, Grabowski, Hanley, Ishikawa, Jankovic, Kimathi, Lindgren,
    Mbeki, Novotny, Obradovic, Pereira, Quigley, Rosenthal, Szabo, Tremblay, Ueda, Vandermeer, Whitlock, Xiong, Yarrow,
    Zapata, Ashdown, Beaulieu, Crowther, Delacroix""".replace("\n", " ")
PEOPLE = [name.strip() for name in PEOPLE.split(",")]

# By category, so that no weaver sends lamp oil.
MAKERS = {
    "ceramic": "Brightkiln, Calder Ceramics, Marrow & Daughters, Hollin Pottery",
    "glass": "Amity Glass, Lumen Works, Fennimore, Clearbrook",
    "metal": "Ostrava Enamel, Kestrel Cutlery, Northfork Forge, Oxbow Tools",
    "textile": "Redwater Textiles, Loom & Lint, Halcyon Home, Sparrow Weave",
    "food": "Gull Bay Foods, Sable Creek, Uncle Teodor, Hazelmoor Pantry",
    "chemical": "Tallow & Sons, Brightwick, Cinderline, Wexley Compounds",
    "electric": "Juno Appliances, Voltabel, Merrin Electric, Hearth & Amp",
    "wood": "Pine Hollow Mill, Birchwright, Old Ferry Turners, Kauri Yard",
}
