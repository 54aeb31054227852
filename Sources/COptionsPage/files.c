#include "COptionsPage.h"

// #embed is C23; the compiler offers it in C17 too.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define HTML "text/html; charset=utf-8"
#define CSS "text/css; charset=utf-8"
#define SVG "image/svg+xml"
#define JAVASCRIPT "text/javascript; charset=utf-8"

// A new file has an array here, and a row in the table below.
static const unsigned char index_html[] = {
#embed "page/index.html"
};
static const unsigned char style_css[] = {
#embed "page/style.css"
};
static const unsigned char icon_svg[] = {
#embed "page/icon.svg"
};
static const unsigned char chances_js[] = {
#embed "page/chances.js"
};
static const unsigned char events_js[] = {
#embed "page/events.js"
};
static const unsigned char risk_js[] = {
#embed "page/risk.js"
};
static const unsigned char finder_address_js[] = {
#embed "page/finder/address.js"
};
static const unsigned char finder_answers_js[] = {
#embed "page/finder/answers.js"
};
static const unsigned char finder_controls_js[] = {
#embed "page/finder/controls.js"
};
static const unsigned char finder_form_js[] = {
#embed "page/finder/form.js"
};
static const unsigned char finder_front_js[] = {
#embed "page/finder/front.js"
};
static const unsigned char finder_opening_js[] = {
#embed "page/finder/opening.js"
};
static const unsigned char finder_request_js[] = {
#embed "page/finder/request.js"
};
static const unsigned char finder_searching_js[] = {
#embed "page/finder/searching.js"
};
static const unsigned char finder_view_js[] = {
#embed "page/finder/view.js"
};
static const unsigned char finder_words_js[] = {
#embed "page/finder/words.js"
};
static const unsigned char inputs_js[] = {
#embed "page/inputs.js"
};
static const unsigned char opening_js[] = {
#embed "page/opening.js"
};
static const unsigned char trades_closing_js[] = {
#embed "page/trades/closing.js"
};
static const unsigned char trades_dialog_js[] = {
#embed "page/trades/dialog.js"
};
static const unsigned char trades_entry_js[] = {
#embed "page/trades/entry.js"
};
static const unsigned char trades_exposure_js[] = {
#embed "page/trades/exposure.js"
};
static const unsigned char trades_exposurepart_js[] = {
#embed "page/trades/exposurepart.js"
};
static const unsigned char trades_exposuretable_js[] = {
#embed "page/trades/exposuretable.js"
};
static const unsigned char trades_group_js[] = {
#embed "page/trades/group.js"
};
static const unsigned char trades_model_js[] = {
#embed "page/trades/model.js"
};
static const unsigned char trades_view_js[] = {
#embed "page/trades/view.js"
};
static const unsigned char margin_js[] = {
#embed "page/margin.js"
};
static const unsigned char flash_js[] = {
#embed "page/flash.js"
};
static const unsigned char live_js[] = {
#embed "page/live.js"
};
static const unsigned char live_builder_js[] = {
#embed "page/live/builder.js"
};
static const unsigned char live_leader_js[] = {
#embed "page/live/leader.js"
};
static const unsigned char live_share_js[] = {
#embed "page/live/share.js"
};
static const unsigned char live_topics_js[] = {
#embed "page/live/topics.js"
};
static const unsigned char context_candles_js[] = {
#embed "page/context/candles.js"
};
static const unsigned char context_cone_js[] = {
#embed "page/context/cone.js"
};
static const unsigned char context_context_js[] = {
#embed "page/context/context.js"
};
static const unsigned char context_dividends_js[] = {
#embed "page/context/dividends.js"
};
static const unsigned char context_options_js[] = {
#embed "page/context/options.js"
};
static const unsigned char context_stored_js[] = {
#embed "page/context/stored.js"
};
static const unsigned char context_strategy_js[] = {
#embed "page/context/strategy.js"
};
static const unsigned char interface_document_js[] = {
#embed "page/interface/document.js"
};
static const unsigned char interface_view_js[] = {
#embed "page/interface/view.js"
};
static const unsigned char explain_js[] = {
#embed "page/explain.js"
};
static const unsigned char glossary_js[] = {
#embed "page/glossary.js"
};
static const unsigned char main_js[] = {
#embed "page/main.js"
};
static const unsigned char dom_js[] = {
#embed "page/dom.js"
};
static const unsigned char api_js[] = {
#embed "page/api.js"
};
static const unsigned char state_js[] = {
#embed "page/state.js"
};
static const unsigned char text_js[] = {
#embed "page/text.js"
};
static const unsigned char request_js[] = {
#embed "page/request.js"
};
static const unsigned char presets_js[] = {
#embed "page/presets.js"
};
static const unsigned char builder_js[] = {
#embed "page/builder.js"
};
static const unsigned char legs_js[] = {
#embed "page/legs.js"
};
static const unsigned char diagram_js[] = {
#embed "page/diagram.js"
};
static const unsigned char results_js[] = {
#embed "page/results.js"
};
static const unsigned char table_js[] = {
#embed "page/table.js"
};
static const unsigned char chain_js[] = {
#embed "page/chain.js"
};
static const unsigned char smile_js[] = {
#embed "page/smile.js"
};
static const unsigned char meanings_js[] = {
#embed "page/meanings.js"
};
static const unsigned char help_js[] = {
#embed "page/help.js"
};
static const unsigned char exchange_js[] = {
#embed "page/exchange.js"
};
static const unsigned char market_js[] = {
#embed "page/market.js"
};
static const unsigned char positions_js[] = {
#embed "page/positions.js"
};
static const unsigned char prices_js[] = {
#embed "page/prices.js"
};
static const unsigned char quotes_js[] = {
#embed "page/quotes.js"
};
static const unsigned char search_js[] = {
#embed "page/search.js"
};
static const unsigned char series_js[] = {
#embed "page/series.js"
};
static const unsigned char settings_js[] = {
#embed "page/settings.js"
};
static const unsigned char watchlist_js[] = {
#embed "page/watchlist.js"
};
static const unsigned char axis_js[] = {
#embed "page/axis.js"
};
static const unsigned char chart_js[] = {
#embed "page/chart.js"
};
static const unsigned char cursor_js[] = {
#embed "page/cursor.js"
};
static const unsigned char labels_js[] = {
#embed "page/labels.js"
};
static const unsigned char layers_js[] = {
#embed "page/layers.js"
};
static const unsigned char picture_js[] = {
#embed "page/picture.js"
};
static const unsigned char assets_js[] = {
#embed "page/assets.js"
};
static const unsigned char chaintable_js[] = {
#embed "page/chaintable.js"
};
static const unsigned char columns_js[] = {
#embed "page/columns.js"
};
static const unsigned char details_js[] = {
#embed "page/details.js"
};
static const unsigned char faults_js[] = {
#embed "page/faults.js"
};
static const unsigned char gaps_js[] = {
#embed "page/gaps.js"
};
static const unsigned char jobs_js[] = {
#embed "page/jobs.js"
};
static const unsigned char positionstable_js[] = {
#embed "page/positionstable.js"
};
static const unsigned char sources_js[] = {
#embed "page/sources.js"
};
static const unsigned char tickers_js[] = {
#embed "page/tickers.js"
};
static const unsigned char transfer_js[] = {
#embed "page/transfer.js"
};
static const unsigned char watchtable_js[] = {
#embed "page/watchtable.js"
};
static const unsigned char token_js[] = {
#embed "page/token.js"
};
static const unsigned char views_js[] = {
#embed "page/views.js"
};
static const unsigned char cache_js[] = {
#embed "page/cache.js"
};
static const unsigned char diagramcard_js[] = {
#embed "page/diagramcard.js"
};
static const unsigned char evaluation_js[] = {
#embed "page/evaluation.js"
};
static const unsigned char leg_js[] = {
#embed "page/leg.js"
};
static const unsigned char sliders_js[] = {
#embed "page/sliders.js"
};
static const unsigned char strikes_js[] = {
#embed "page/strikes.js"
};
static const unsigned char terms_js[] = {
#embed "page/terms.js"
};
static const unsigned char calendar_js[] = {
#embed "page/calendar.js"
};
static const unsigned char carry_js[] = {
#embed "page/carry.js"
};
static const unsigned char dates_js[] = {
#embed "page/dates.js"
};
static const unsigned char numbers_js[] = {
#embed "page/numbers.js"
};
static const unsigned char reading_js[] = {
#embed "page/reading.js"
};
static const unsigned char validation_js[] = {
#embed "page/validation.js"
};
static const unsigned char loading_js[] = {
#embed "page/loading.js"
};
static const unsigned char messages_js[] = {
#embed "page/messages.js"
};
static const unsigned char standing_js[] = {
#embed "page/standing.js"
};
static const unsigned char preferences_js[] = {
#embed "page/preferences.js"
};
static const unsigned char address_js[] = {
#embed "page/address.js"
};
static const unsigned char store_js[] = {
#embed "page/store.js"
};
static const unsigned char keyed_js[] = {
#embed "page/keyed.js"
};
static const unsigned char moves_js[] = {
#embed "page/moves.js"
};
static const unsigned char strategycard_js[] = {
#embed "page/strategycard.js"
};
static const unsigned char comparison_js[] = {
#embed "page/comparison.js"
};
static const unsigned char contract_js[] = {
#embed "page/contract.js"
};
static const unsigned char fields_js[] = {
#embed "page/fields.js"
};
static const unsigned char chainpart_js[] = {
#embed "page/chainpart.js"
};
static const unsigned char presetlist_js[] = {
#embed "page/presetlist.js"
};
static const unsigned char presetstrikes_js[] = {
#embed "page/presetstrikes.js"
};
static const unsigned char beginnings_js[] = {
#embed "page/beginnings.js"
};
static const unsigned char assignment_js[] = {
#embed "page/assignment.js"
};
static const unsigned char clock_js[] = {
#embed "page/clock.js"
};
static const unsigned char dividendrows_js[] = {
#embed "page/dividendrows.js"
};
static const unsigned char legfields_js[] = {
#embed "page/legfields.js"
};
static const unsigned char range_js[] = {
#embed "page/range.js"
};
static const unsigned char zoom_js[] = {
#embed "page/zoom.js"
};
static const unsigned char tablecontrols_js[] = {
#embed "page/tablecontrols.js"
};
static const unsigned char reshape_js[] = {
#embed "page/reshape.js"
};
static const unsigned char strategynames_js[] = {
#embed "page/strategynames.js"
};
static const unsigned char shape_js[] = {
#embed "page/shape.js"
};
static const unsigned char surroundings_js[] = {
#embed "page/surroundings.js"
};
static const unsigned char welcome_js[] = {
#embed "page/welcome.js"
};

#define FILE_ROW(name, media_type, bytes) {name, media_type, bytes, sizeof bytes}

static const options_page_file files[] = {
    FILE_ROW("index.html", HTML, index_html),
    FILE_ROW("style.css", CSS, style_css),
    FILE_ROW("icon.svg", SVG, icon_svg),
    FILE_ROW("chances.js", JAVASCRIPT, chances_js),
    FILE_ROW("events.js", JAVASCRIPT, events_js),
    FILE_ROW("risk.js", JAVASCRIPT, risk_js),
    FILE_ROW("finder/address.js", JAVASCRIPT, finder_address_js),
    FILE_ROW("finder/answers.js", JAVASCRIPT, finder_answers_js),
    FILE_ROW("finder/controls.js", JAVASCRIPT, finder_controls_js),
    FILE_ROW("finder/form.js", JAVASCRIPT, finder_form_js),
    FILE_ROW("finder/front.js", JAVASCRIPT, finder_front_js),
    FILE_ROW("finder/opening.js", JAVASCRIPT, finder_opening_js),
    FILE_ROW("finder/request.js", JAVASCRIPT, finder_request_js),
    FILE_ROW("finder/searching.js", JAVASCRIPT, finder_searching_js),
    FILE_ROW("finder/view.js", JAVASCRIPT, finder_view_js),
    FILE_ROW("finder/words.js", JAVASCRIPT, finder_words_js),
    FILE_ROW("inputs.js", JAVASCRIPT, inputs_js),
    FILE_ROW("opening.js", JAVASCRIPT, opening_js),
    FILE_ROW("trades/closing.js", JAVASCRIPT, trades_closing_js),
    FILE_ROW("trades/dialog.js", JAVASCRIPT, trades_dialog_js),
    FILE_ROW("trades/entry.js", JAVASCRIPT, trades_entry_js),
    FILE_ROW("trades/exposure.js", JAVASCRIPT, trades_exposure_js),
    FILE_ROW("trades/exposurepart.js", JAVASCRIPT, trades_exposurepart_js),
    FILE_ROW("trades/exposuretable.js", JAVASCRIPT, trades_exposuretable_js),
    FILE_ROW("trades/group.js", JAVASCRIPT, trades_group_js),
    FILE_ROW("trades/model.js", JAVASCRIPT, trades_model_js),
    FILE_ROW("trades/view.js", JAVASCRIPT, trades_view_js),
    FILE_ROW("margin.js", JAVASCRIPT, margin_js),
    FILE_ROW("flash.js", JAVASCRIPT, flash_js),
    FILE_ROW("live.js", JAVASCRIPT, live_js),
    FILE_ROW("live/builder.js", JAVASCRIPT, live_builder_js),
    FILE_ROW("live/leader.js", JAVASCRIPT, live_leader_js),
    FILE_ROW("live/share.js", JAVASCRIPT, live_share_js),
    FILE_ROW("live/topics.js", JAVASCRIPT, live_topics_js),
    FILE_ROW("context/candles.js", JAVASCRIPT, context_candles_js),
    FILE_ROW("context/cone.js", JAVASCRIPT, context_cone_js),
    FILE_ROW("context/context.js", JAVASCRIPT, context_context_js),
    FILE_ROW("context/dividends.js", JAVASCRIPT, context_dividends_js),
    FILE_ROW("context/options.js", JAVASCRIPT, context_options_js),
    FILE_ROW("context/stored.js", JAVASCRIPT, context_stored_js),
    FILE_ROW("context/strategy.js", JAVASCRIPT, context_strategy_js),
    FILE_ROW("interface/document.js", JAVASCRIPT, interface_document_js),
    FILE_ROW("interface/view.js", JAVASCRIPT, interface_view_js),
    FILE_ROW("explain.js", JAVASCRIPT, explain_js),
    FILE_ROW("glossary.js", JAVASCRIPT, glossary_js),
    FILE_ROW("main.js", JAVASCRIPT, main_js),
    FILE_ROW("dom.js", JAVASCRIPT, dom_js),
    FILE_ROW("api.js", JAVASCRIPT, api_js),
    FILE_ROW("state.js", JAVASCRIPT, state_js),
    FILE_ROW("text.js", JAVASCRIPT, text_js),
    FILE_ROW("request.js", JAVASCRIPT, request_js),
    FILE_ROW("presets.js", JAVASCRIPT, presets_js),
    FILE_ROW("builder.js", JAVASCRIPT, builder_js),
    FILE_ROW("legs.js", JAVASCRIPT, legs_js),
    FILE_ROW("diagram.js", JAVASCRIPT, diagram_js),
    FILE_ROW("results.js", JAVASCRIPT, results_js),
    FILE_ROW("table.js", JAVASCRIPT, table_js),
    FILE_ROW("chain.js", JAVASCRIPT, chain_js),
    FILE_ROW("smile.js", JAVASCRIPT, smile_js),
    FILE_ROW("meanings.js", JAVASCRIPT, meanings_js),
    FILE_ROW("help.js", JAVASCRIPT, help_js),
    FILE_ROW("exchange.js", JAVASCRIPT, exchange_js),
    FILE_ROW("market.js", JAVASCRIPT, market_js),
    FILE_ROW("positions.js", JAVASCRIPT, positions_js),
    FILE_ROW("prices.js", JAVASCRIPT, prices_js),
    FILE_ROW("quotes.js", JAVASCRIPT, quotes_js),
    FILE_ROW("search.js", JAVASCRIPT, search_js),
    FILE_ROW("series.js", JAVASCRIPT, series_js),
    FILE_ROW("settings.js", JAVASCRIPT, settings_js),
    FILE_ROW("watchlist.js", JAVASCRIPT, watchlist_js),
    FILE_ROW("axis.js", JAVASCRIPT, axis_js),
    FILE_ROW("chart.js", JAVASCRIPT, chart_js),
    FILE_ROW("cursor.js", JAVASCRIPT, cursor_js),
    FILE_ROW("labels.js", JAVASCRIPT, labels_js),
    FILE_ROW("layers.js", JAVASCRIPT, layers_js),
    FILE_ROW("picture.js", JAVASCRIPT, picture_js),
    FILE_ROW("assets.js", JAVASCRIPT, assets_js),
    FILE_ROW("chaintable.js", JAVASCRIPT, chaintable_js),
    FILE_ROW("columns.js", JAVASCRIPT, columns_js),
    FILE_ROW("details.js", JAVASCRIPT, details_js),
    FILE_ROW("faults.js", JAVASCRIPT, faults_js),
    FILE_ROW("gaps.js", JAVASCRIPT, gaps_js),
    FILE_ROW("jobs.js", JAVASCRIPT, jobs_js),
    FILE_ROW("positionstable.js", JAVASCRIPT, positionstable_js),
    FILE_ROW("sources.js", JAVASCRIPT, sources_js),
    FILE_ROW("tickers.js", JAVASCRIPT, tickers_js),
    FILE_ROW("transfer.js", JAVASCRIPT, transfer_js),
    FILE_ROW("watchtable.js", JAVASCRIPT, watchtable_js),
    FILE_ROW("token.js", JAVASCRIPT, token_js),
    FILE_ROW("views.js", JAVASCRIPT, views_js),
    FILE_ROW("cache.js", JAVASCRIPT, cache_js),
    FILE_ROW("diagramcard.js", JAVASCRIPT, diagramcard_js),
    FILE_ROW("evaluation.js", JAVASCRIPT, evaluation_js),
    FILE_ROW("leg.js", JAVASCRIPT, leg_js),
    FILE_ROW("sliders.js", JAVASCRIPT, sliders_js),
    FILE_ROW("strikes.js", JAVASCRIPT, strikes_js),
    FILE_ROW("terms.js", JAVASCRIPT, terms_js),
    FILE_ROW("calendar.js", JAVASCRIPT, calendar_js),
    FILE_ROW("carry.js", JAVASCRIPT, carry_js),
    FILE_ROW("dates.js", JAVASCRIPT, dates_js),
    FILE_ROW("numbers.js", JAVASCRIPT, numbers_js),
    FILE_ROW("reading.js", JAVASCRIPT, reading_js),
    FILE_ROW("validation.js", JAVASCRIPT, validation_js),
    FILE_ROW("loading.js", JAVASCRIPT, loading_js),
    FILE_ROW("messages.js", JAVASCRIPT, messages_js),
    FILE_ROW("standing.js", JAVASCRIPT, standing_js),
    FILE_ROW("preferences.js", JAVASCRIPT, preferences_js),
    FILE_ROW("address.js", JAVASCRIPT, address_js),
    FILE_ROW("store.js", JAVASCRIPT, store_js),
    FILE_ROW("keyed.js", JAVASCRIPT, keyed_js),
    FILE_ROW("moves.js", JAVASCRIPT, moves_js),
    FILE_ROW("strategycard.js", JAVASCRIPT, strategycard_js),
    FILE_ROW("comparison.js", JAVASCRIPT, comparison_js),
    FILE_ROW("contract.js", JAVASCRIPT, contract_js),
    FILE_ROW("fields.js", JAVASCRIPT, fields_js),
    FILE_ROW("chainpart.js", JAVASCRIPT, chainpart_js),
    FILE_ROW("presetlist.js", JAVASCRIPT, presetlist_js),
    FILE_ROW("presetstrikes.js", JAVASCRIPT, presetstrikes_js),
    FILE_ROW("beginnings.js", JAVASCRIPT, beginnings_js),
    FILE_ROW("assignment.js", JAVASCRIPT, assignment_js),
    FILE_ROW("clock.js", JAVASCRIPT, clock_js),
    FILE_ROW("dividendrows.js", JAVASCRIPT, dividendrows_js),
    FILE_ROW("legfields.js", JAVASCRIPT, legfields_js),
    FILE_ROW("range.js", JAVASCRIPT, range_js),
    FILE_ROW("zoom.js", JAVASCRIPT, zoom_js),
    FILE_ROW("tablecontrols.js", JAVASCRIPT, tablecontrols_js),
    FILE_ROW("reshape.js", JAVASCRIPT, reshape_js),
    FILE_ROW("strategynames.js", JAVASCRIPT, strategynames_js),
    FILE_ROW("shape.js", JAVASCRIPT, shape_js),
    FILE_ROW("surroundings.js", JAVASCRIPT, surroundings_js),
    FILE_ROW("welcome.js", JAVASCRIPT, welcome_js),
};

const options_page_file *const options_page_files = files;
const size_t options_page_file_count = sizeof files / sizeof files[0];
