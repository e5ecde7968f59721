// Made from replay.catalog by `make pack`; not to be edited. catalog.js says what the parts mean.

export const MARKS = ["dot","diamond","bar","triangle","square","ring"];

/** @type {any[][]} */
export const BOARD_DATA = [
  ["cross-52",15,1,["red","green","yellow","blue"],0,50,56,[8],[1,6,1,5,6,4,6,5,1,6,0,5,8,0,2],[1,7,1,5,7,4,7,7,1],[1.5,1.5,1,3.5,1.5,1,1.5,3.5,1,3.5,3.5,1]],
  ["cross-40",11,1,["red","blue","green","yellow"],0,39,40,[],[0,4,1,4,4,4,4,0,4,5,0,1],[1,5,1,4,5,3],[0.5,0.5,1,1.5,0.5,1,0.5,1.5,1,1.5,1.5,1]],
  ["cross-68",19,-1,["yellow","blue","red","green"],5,63,71,[0,12],[9,18,1,10,18,1,10,11,7,11,10,1,18,10,7],[9,17,1,9,11,6,9,9,1],[13,13,1,16,13,1,13,16,1,16,16,1]],
  ["star-72",15,1,["red","blue","green","yellow","violet","black"],0,71,72,[],[0.5,6.134,1,5.5,6.134,5,3,1.804,5,3.5,0.938,1],[1,7,1,4,7,3],[1,3.536,1,1.5,4.402,1,2,3.536,1,2.5,4.402,1]],
  ["cross-52-55",15,1,["red","green","yellow","blue"],0,50,55,[8],[1,6,1,5,6,4,6,5,1,6,0,5,8,0,2],[1,7,1,5,7,4],[1.5,1.5,1,3.5,1.5,1,1.5,3.5,1,3.5,3.5,1]],
];

/** @type {any[][]} */
export const SYSTEM_DATA = [
  ["mensch@1","Mensch ärgere Dich nicht",[["start","C7","draw","first","highest"],["end","C12","first","all_places"],["capture_compulsory","M5",false,true],["bring_out_optional","M5",false,true],["no_jump_home","M8",false,true],["six_unusable","M9","next","again"],["tries_scope","M10","turn","roll"],["auto_move","C15",false,true]],{"board":"cross-40","drawsColours":false,"seats":{"2":[0,2],"3":[0,1,2],"4":[0,1,2,3]}},[]],
  ["star@1","Ludo with stars",[["start","C7","first","draw","highest"],["end","C12","first","all_places"],["pieces","S13",4,2],["leave","S6","6","1_6","5"],["extra","S4","six_capture_home","six"],["three_sixes","S1","cancel","undo","none"],["safe","S10","starts_stars","starts","none"],["pairs","S7","immune","block","none"],["rival_on_start","S11","share","capture"],["overshoot","S8","no","bounce"],["capture_before_home","S9",false,true],["teams","S12",false,true],["auto_move","C15",true,false]],{"board":"cross-52","drawsColours":false,"seats":{"2":[0,2],"3":[0,1,2],"4":[0,1,2,3]}},[]],
  ["english@1","English Ludo",[["start","C7","highest","first","draw"],["end","C12","first","all_places"],["six_unusable","E3","again","next"],["auto_move","C15",false,true]],{"board":"cross-52","drawsColours":false,"seats":{"2":[0,2],"3":[0,1,2],"4":[0,1,2,3]}},[]],
  ["clovece@1","Človeče, nehnevaj sa",[["start","C7","highest","first","draw"],["end","C12","first","all_places"],["board","Z1",4,6],["six_chain","Z5","sum","steps","free"],["no_jump_home","Z9",false,true],["auto_move","C15",false,true]],{"board":"cross-40","drawsColours":false,"seats":{"2":[0,2],"3":[0,1,2],"4":[0,1,2,3]}},[["board",6,{"board":"star-72","seats":{"2":[0,3],"3":[0,2,4],"4":[0,1,3,5],"5":[0,1,2,3,4],"6":[0,1,2,3,4,5]}}]]],
  ["pairs@1","Ludo with pairs",[["start","C7","draw","first","highest"],["end","C12","first","all_places"],["colours","W1","drawn","fixed"],["walls","W3",false,true],["quick","W6",false,true],["teams","W7",false,true],["finished_partner","W7","skip","plays_partner"],["finish_step","W9",56,55],["auto_move","C15",true,false]],{"board":"cross-52","drawsColours":true,"seats":{"2":[0,2],"3":[0,1,2],"4":[0,1,2,3]}},[["colours","fixed",{"drawsColours":false}],["finish_step",55,{"board":"cross-52-55"}]]],
  ["parchis@1","Parchís",[["start","C7","highest","first","draw"],["end","C12","first","all_places"],["six_moves_seven","H3",true,false],["exit_vs_rival_barrier","H9","blocked","captures_last"],["teams","H7",false,true],["auto_move","C15",false,true]],{"board":"cross-68","drawsColours":false,"seats":{"2":[0,2],"3":[0,1,2],"4":[0,1,2,3]}},[]],
  ["nomercy@1","Ludo No Mercy",[["start","C7","draw","first","highest"],["end","C12","first","all_places"],["starts_safe","N4",false,true],["full_use","N5","captures","all"],["must_play","N6","forward","nothing","everything"],["auto_move","C15",false,true]],{"board":"cross-52","drawsColours":false,"seats":{"2":[0,2],"3":[0,1,2],"4":[0,1,2,3]}},[]],
];
